/** Every tool that accepts a symbol name parses it the same way. */
import { expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import { followupQueries, followupQueriesParameters } from '../../src/query/tools/followup-queries.ts';
import { locateSymbol, locateSymbolParameters } from '../../src/query/tools/locate-symbol.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../../src/query/tools/related-symbols.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { symbolHierarchy, symbolHierarchyParameters } from '../../src/query/tools/symbol-hierarchy.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'user.rb': 'class User\n  def save; end\n  def save!; end\n  def valid?; end\nend\n',
  'order.rb': 'class Order\n  def save!; end\nend\n',
  'agent.go':
    'package agent\n\ntype Agent interface {\n\tRun()\n}\n\ntype agent struct{}\n\nfunc (a *agent) Run() {}\n',
  'lib.rs': 'macro_rules! shout { () => {} }\n',
});

function check(written: string, found: string): void {
  test(`${written} is ${found}`, () =>
    ask(async (view) => {
      const at = ({ path, line_start }: { path: string; line_start: number }) => `${path}:${line_start}`;
      const named = { symbol_name: written };
      const { results } = await locateSymbol(view, readParameters(locateSymbolParameters, { name: written }).values);
      expect(results.map(at)).toEqual([found]);
      const search = await searchCode(view, readParameters(searchCodeParameters, { query: written }).values);
      expect(search.results.map(at)[0]).toBe(found);
      const graph = await callGraph(view, readParameters(callGraphParameters, named).values);
      expect(at(graph.symbol)).toBe(found);
      const { hierarchy } = await symbolHierarchy(view, readParameters(symbolHierarchyParameters, named).values);
      expect(hierarchy.slice(0, 1).map(at)).toEqual([found]);
      const { anchor } = await relatedSymbols(view, readParameters(relatedSymbolsParameters, named).values);
      expect(at(anchor)).toBe(found);
      // A name that exists should be verified, not replaced by a similar one.
      const { suggestions } = await followupQueries(
        view,
        readParameters(followupQueriesParameters, {
          previous_query: { tool: 'get_call_graph', params: named },
          previous_results: { total_edges: 0 },
        }).values,
      );
      expect(suggestions[0]).toMatchObject({ tool: 'locate_symbol', params: { name: written } });
    }));
}

check('User#save!', 'user.rb:3');
check('Order.save!()', 'order.rb:2');
check('User#save', 'user.rb:2');
check('User#valid?', 'user.rb:4');
check('shout!', 'lib.rs:1');
check('(*agent).Run', 'agent.go:9');
check('func (a *agent) Run', 'agent.go:9');
check('example.com/agent.(*agent).Run', 'agent.go:9');
check('user.rb::User.save!', 'user.rb:3');
check('class Order', 'order.rb:1');
check('Order.prototype.save!', 'order.rb:2');
// Case decides between names that differ in nothing else.
check('agent.Run', 'agent.go:9');
check('Agent.Run', 'agent.go:4');
check('USER.valid?', 'user.rb:4');

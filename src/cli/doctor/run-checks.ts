/** Runs every check. A check that throws becomes a failed finding, and the others still run. */
import { currentEnvironment, dataDirectory } from '../../config/paths.ts';
import { resolveOptions } from '../../config/resolve-options.ts';
import { toCodedError } from '../../errors.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkIgnoreRules, checkIndex, openFolder } from './check-project.ts';
import { checkEveryGrammar, checkGit, checkRuntime, checkSqlite } from './check-tools.ts';
import { type Examined, type Finding, failedBy, ok, warning } from './finding.ts';

export async function runChecks(folder: string, config: string | undefined): Promise<Finding[]> {
  const home = dataDirectory(currentEnvironment());
  const tools = [
    checkRuntime(),
    await attempt('sqlite', checkSqlite),
    await attempt('grammars', checkEveryGrammar),
    await attempt('git', checkGit),
    await attempt('data', () => checkDataFolder(home)),
  ];
  const opened = await attempt('folder', () => openFolder(folder));
  const configured = await attempt('config', () => readConfig(config, opened.repository?.root));

  const project: Examined[] = [];
  const { repository } = opened;
  const { options } = configured;
  if (repository) {
    if (options) project.push(await attempt('ignore', () => checkIgnoreRules(repository, options)));
    project.push(await attempt('index', () => checkIndex(repository, home)));
  }
  return [...tools, opened, configured, ...project].flatMap(({ findings }) => findings);
}

async function readConfig(config: string | undefined, root: string | undefined): Promise<Examined> {
  const options = await resolveOptions({ config }, root);
  const { configFiles, warnings } = options;
  const read = configFiles.length === 0 ? 'no config files; using the defaults' : configFiles.join(', ');
  const findings = warnings.map((text) => warning('config', text, 'Correct or remove it.'));
  return { options, findings: findings.length > 0 ? findings : [ok('config', read)] };
}

async function attempt(name: string, check: () => Promise<Examined>): Promise<Examined> {
  try {
    return await check();
  } catch (thrown) {
    return { findings: [failedBy(name, toCodedError(thrown))] };
  }
}

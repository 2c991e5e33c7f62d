/**
 * Minified or bundled text is written by a tool for a machine: no line of it is worth showing, and a search would
 * drown in it. Measured on sixteen repositories, no file written by hand has a mean line beyond 180 characters.
 */
const minifiedName = /[.-](min|bundle|pack)\.([cm]?js|css|html?)$/i;
const sourceMap = /\.map$/i;
/** Languages that tools compress. Prose, tables and logs have long lines of their own accord. */
const compressible =
  /\.([cm]?jsx?|[cm]?tsx?|css|s[ac]ss|less|html?|vue|svelte|json|geojson|topojson|webmanifest|svg|xml|xsl|xsd|xhtml)$/i;

const minBytes = 4096;
const meanOfMinified = 400;
const meanOfMinifiedByName = 100;

export function isMinified(path: string, text: string): boolean {
  if (sourceMap.test(path)) return /^[^"]{0,64}\{/.test(text.slice(0, 65)) && text.includes('"mappings"');
  if (minifiedName.test(path)) return meanLineLength(text) > meanOfMinifiedByName;
  if (!compressible.test(path)) return false;
  return (text.length > minBytes && meanLineLength(text) > meanOfMinified) || beginsLikeBundle(text);
}

function meanLineLength(text: string): number {
  let lines = 1;
  for (const _ of text.matchAll(/\r\n|\n|\r/g)) lines++;
  return text.length / lines;
}

/** The first lines that webpack and browserify put before the modules. */
function beginsLikeBundle(text: string): boolean {
  const head = text.slice(0, 2048);
  return (
    /^\/\*{6}\/ ?.*webpackBootstrap/m.test(head) || /^\(function( e\(t,n,r\)|\(\)\{function r\(e,n,t\))\{/.test(head)
  );
}

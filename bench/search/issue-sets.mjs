/**
 * The issues that judge the search of long texts: tasks of SWE-bench and SWE-bench Multilingual, by repository. Weights
 * are set on the tuning half; the other half is only looked at to report. Repositories that others judge by are absent.
 */
export const issueSets = {
  tuning: {
    python: { 'sphinx-doc/sphinx': 24, 'pytest-dev/pytest': 24, 'pydata/xarray': 24 },
    go: { 'gin-gonic/gin': 8, 'gohugoio/hugo': 7 },
    rust: { 'tokio-rs/axum': 7, 'sharkdp/bat': 8 },
    javascript: { 'axios/axios': 6, 'vuejs/core': 5 },
  },
  heldOut: {
    python: { 'matplotlib/matplotlib': 20, 'astropy/astropy': 20, 'pylint-dev/pylint': 20, 'psf/requests': 16 },
    go: { 'prometheus/prometheus': 8, 'hashicorp/terraform': 5 },
    rust: { 'astral-sh/ruff': 7, 'nushell/nushell': 5, 'uutils/coreutils': 5 },
    javascript: { 'facebook/docusaurus': 5, 'mrdoob/three.js': 3, 'immutable-js/immutable-js': 2 },
  },
};

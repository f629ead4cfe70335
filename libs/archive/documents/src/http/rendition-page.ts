/** Black on white like paper, also where the pages around it are dark. Nothing in the file decides how it is printed. */
const STYLE = `
:root{color-scheme:light}
body{margin:1.5rem;background:#fff;color:#111;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
table{border-collapse:collapse}
img{max-width:100%;height:auto}
pre{white-space:pre-wrap;font:inherit}
code,kbd,samp{font-family:ui-monospace,monospace}
table.sheet{font-size:14px;overflow-wrap:normal}
table.sheet :is(th,td){border:1px solid #bbb;padding:.2rem .5rem;text-align:start;vertical-align:top;white-space:pre-wrap}
table.sheet thead th{background:#eee;position:sticky;top:0}
table.head{margin-block-end:1rem;border-block-end:1px solid #bbb;width:100%}
table.head th{width:6rem;color:#555;font-weight:normal;text-align:start;vertical-align:top}
ul.files{margin-block-start:1rem;border-block-start:1px solid #bbb;padding-block-start:1rem}
@media print{body{margin:0}thead{display:table-header-group}tr{break-inside:avoid}table.sheet thead th{position:static}}
`;

/**
 * Headers of a page made of a file. The sandbox without any permission gives it an origin of its own and no scripts; the
 * rest lets nothing be loaded. The HTML is not trusted beyond that.
 */
export const RENDITION_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
};

export function renditionPage(body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>-</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

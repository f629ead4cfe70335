/** Names that people may give, as the server keeps them; a page must show each as text. `window.hostile` is set when one was run. */
export const HOSTILE_NAMES = [
  '"><img src=x onerror="window.hostile=1">',
  '<script>window.hostile=2</script>',
  "'); window.hostile=3; ('",
  'javascript:window.hostile=4',
  '{{constructor.constructor("window.hostile=5")()}}',
  '__proto__',
  'constructor',
  'etc/passwd',
  '💡🏠',
  'عربي و English',
  '%s %n ${window.hostile=6}',
];

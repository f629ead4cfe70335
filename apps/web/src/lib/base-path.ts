/** The path below which the server has these pages: `/archive`, or an empty text. Unknown outside of a browser. */
export const basePath: string = typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '');

/** The address of these pages, without a slash at its end. */
export const siteUrl = (): string => location.origin + basePath;

/** The path of a page or route as it is without the path of the server. */
export const withoutBasePath = (pathname: string): string =>
  basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;

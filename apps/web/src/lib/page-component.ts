import { lazyRouteComponent } from '@tanstack/react-router';
import { onceConnected } from './lazy-component';

/**
 * The component of a page, which is loaded when it is first opened. Without a connection the page before stays until the
 * connection is back, with what was typed in it; the router would leave the application by loading it again. It does
 * that once when the server has a newer build, without this file.
 */
export const pageComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => onceConnected(load), name);

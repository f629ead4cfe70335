import { RequestMethod, type INestApplicationContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { accessOf, type RouteAccess } from './access.decorator.js';
import { routeInputs } from './route-inputs.js';

interface Route {
  /** `DocumentsController.upload (api/organizations/:organizationId/documents)` */
  name: string;
  controller: Type;
  method: string;
  handler: () => unknown;
  /** `POST /api/organizations/:organizationId/documents` */
  address: string;
}

/** Throws unless every route of the application declares who may call it. */
export function assertEveryRouteDeclaresAccess(app: INestApplicationContext): void {
  const silent = routesOf(app).filter((route) => !accessOfRoute(route));
  if (silent.length === 0) return;
  throw new Error(
    `These routes do not declare who may call them; add one of @Access: ${silent.map(({ name }) => name).join(', ')}`,
  );
}

/** Returns the declared access of every route by method and path: `POST /api/organizations`. */
export function accessByRoute(app: INestApplicationContext): ReadonlyMap<string, RouteAccess> {
  const routes = routesOf(app).flatMap((route): [string, RouteAccess][] => {
    const access = accessOfRoute(route);
    return access ? [[route.address, access]] : [];
  });
  return new Map(routes);
}

function accessOfRoute({ controller, handler }: Route): RouteAccess | undefined {
  return accessOf(new Reflector(), { getClass: <T>() => controller as Type<T>, getHandler: () => handler });
}

/** Throws unless a DTO class describes every input of every route. */
export function assertEveryInputIsChecked(app: INestApplicationContext): void {
  for (const { controller, method } of routesOf(app)) routeInputs(controller, method);
}

function routesOf(app: INestApplicationContext): Route[] {
  const discovery = new DiscoveryService(app.get(ModulesContainer, { strict: false }));
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ metatype }) => {
    if (typeof metatype !== 'function') return [];
    const controller = metatype as Type;
    const prototype = controller.prototype as Record<string, unknown>;
    return scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method] as () => unknown;
      const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (verb === undefined) return [];
      const path = [controller, handler].map((target) => String(Reflect.getMetadata(PATH_METADATA, target))).join('/');
      const address = `${RequestMethod[verb]} /${path.split('/').filter(Boolean).join('/')}`;
      return [{ name: `${controller.name}.${method} (${path})`, controller, method, handler, address }];
    });
  });
}

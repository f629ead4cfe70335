import type { INestApplicationContext, Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { accessOf } from './access.decorator.js';
import { routeInputs } from './route-inputs.js';

interface Route {
  /** `DocumentsController.upload (api/organizations/:organizationId/documents)` */
  name: string;
  controller: Type;
  method: string;
  handler: () => unknown;
}

/** Throws unless every route of the application says who may call it. */
export function assertEveryRouteDeclaresAccess(app: INestApplicationContext): void {
  const reflector = new Reflector();
  const silent = routesOf(app).filter(
    ({ controller, handler }) =>
      !accessOf(reflector, { getClass: <T>() => controller as Type<T>, getHandler: () => handler }),
  );
  if (silent.length === 0) return;
  throw new Error(
    `These routes do not declare who may call them; add one of @Access: ${silent.map(({ name }) => name).join(', ')}`,
  );
}

/** Throws unless every input that a route takes is described by a DTO class. */
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
      if (Reflect.getMetadata(METHOD_METADATA, handler) === undefined) return [];
      const path = [controller, handler].map((target) => String(Reflect.getMetadata(PATH_METADATA, target))).join('/');
      return [{ name: `${controller.name}.${method} (${path})`, controller, method, handler }];
    });
  });
}

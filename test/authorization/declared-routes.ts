import { RequestMethod, type INestApplicationContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { accessOf, roleOf, type RouteAccess } from '#ground/http-kit';
import type { Role } from '#ground/kernel';

export interface DeclaredRoute {
  /** `DELETE /api/organizations/:organizationId/tags/:tagId` */
  name: string;
  method: string;
  path: string;
  /** `:organizationId` and the others, without the colon. */
  params: string[];
  access: RouteAccess;
  /** The minimum role in the organization of the path. */
  role: Role | undefined;
}

/** Every route of the controllers with its declared access. */
export function declaredRoutes(app: INestApplicationContext): DeclaredRoute[] {
  const discovery = new DiscoveryService(app.get(ModulesContainer, { strict: false }));
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ metatype }) => {
    const controller = metatype as Type;
    const prototype = controller.prototype as Record<string, unknown>;
    return scanner
      .getAllMethodNames(prototype)
      .flatMap((name) => routesOf(controller, prototype[name] as () => unknown));
  });
}

function routesOf(controller: Type, handler: () => unknown): DeclaredRoute[] {
  const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (verb === undefined) return [];
  const method = RequestMethod[verb];
  const route = { getClass: <T>() => controller as Type<T>, getHandler: () => handler };
  const access = accessOf(new Reflector(), route);
  const role = roleOf(new Reflector(), route);
  const bases = pathsOf(controller);
  return bases.flatMap((base) =>
    pathsOf(handler).map((own) => {
      const path = `/${[base, own].join('/').split('/').filter(Boolean).join('/')}`;
      if (!access) throw new Error(`${method} ${path} does not declare who may call it`);
      const params = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param ?? '');
      return { name: `${method} ${path}`, method, path, params, access, role };
    }),
  );
}

function pathsOf(target: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, target) as string[] | string].flat();
}

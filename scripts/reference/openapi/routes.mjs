// The routes of the compiled server: what Nest will answer, read from the metadata that Nest reads.
import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { MetadataScanner, Reflector } from '@nestjs/core';
import { modulesOf } from '#ground/features';
import { accessOf, descriptionOf, errorsOf, routeInputs } from '#ground/http-kit';
import { FEATURES } from '#operation/installation';

const reflector = new Reflector();
const scanner = new MetadataScanner();

export async function routesOfServer() {
  const modules = await modulesOf(FEATURES, 'http');
  return modules.flatMap((module) => [...controllersOf(module)]).flatMap(routesOf);
}

function controllersOf(module, seen = new Set()) {
  const { controllers = [], imports = [], module: type = module } = typeof module === 'function' ? {} : module;
  if (seen.has(type)) return [];
  seen.add(type);
  const declared = (key) => Reflect.getMetadata(key, type) ?? [];
  return new Set([
    ...controllers,
    ...declared('controllers'),
    ...[...imports, ...declared('imports')].flatMap((imported) => [...controllersOf(imported, seen)]),
  ]);
}

function routesOf(controller) {
  return scanner.getAllMethodNames(controller.prototype).flatMap((method) => {
    const handler = controller.prototype[method];
    const verb = Reflect.getMetadata('method', handler);
    if (verb === undefined) return [];
    const path = [Reflect.getMetadata('path', controller), Reflect.getMetadata('path', handler)].flat().join('/');
    const verbName = RequestMethod[verb].toLowerCase();
    return {
      controller: controller.name,
      method,
      verb: verbName,
      path: `/${path}`
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1')
        .replace(/:(\w+)/g, '{$1}'),
      status: Reflect.getMetadata('__httpCode__', handler) ?? (verbName === 'post' ? 201 : 200),
      access: accessOf(reflector, { getHandler: () => handler, getClass: () => controller }),
      inputs: routeInputs(controller, method),
      acceptsForms: Reflect.getMetadata('__fastify_route_config__', handler)?.acceptsForms === true,
      isUnlimited: Reflect.getMetadata('__fastify_route_config__', handler)?.isUnlimited === true,
      decidesMembership: Reflect.getMetadata('archivolt:no-membership-needed', handler) === true,
      hasEntityTag: Reflect.getMetadata('archivolt:entity-tag', handler) !== undefined,
      errors: errorsOf(handler),
      fragment: descriptionOf(handler) ?? {},
    };
  });
}

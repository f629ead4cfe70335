import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { accessOf, roleOf } from '#ground/http-kit';
import { FEATURES } from '#operation/installation';
import { Reflector } from '@nestjs/core';
import { code, page, table } from './page.mjs';
import { load, sources } from './sources.mjs';

const INTRODUCTION =
  'A person who is signed in may do everything that their role in the organization allows. An API key may do what its permissions say, and never more than its user. A route that a key lacks the permission for answers 403 `auth.forbidden` and names it.';

export async function generate() {
  const routes = (await Promise.all(sources('libs/**/*.controller.ts').map(routesOf))).flat().sort(byPath);
  const withPermission = (permission) => routes.filter(({ access }) => access.permissions?.includes(permission));
  const permissions = FEATURES.flatMap((feature) => feature.permissions ?? []).sort();
  const rows = permissions.map((permission) => [
    code(permission),
    withPermission(permission)
      .map(({ text, role }) => (role ? `${code(text)} (role ${role})` : code(text)))
      .join('<br>') || 'no route yet',
  ]);
  const others = (kind, title) => {
    const some = routes.filter(({ access }) => access.kind === kind && !access.permissions?.length);
    return some.length === 0 ? [] : [`## ${title}\n\n${some.map(({ text }) => `- ${code(text)}`).join('\n')}`];
  };
  return {
    'docs/reference/permissions.md': page(
      'Permissions of API keys',
      INTRODUCTION,
      table(['permission', 'routes that need it'], rows),
      ...others('session-or-key', 'Any API key, or a session'),
      ...others('key', 'API keys only'),
      ...others('session', 'Signed-in people only'),
      ...others('admin', 'Signed-in administrators only'),
      ...others('public', 'Everybody'),
    ),
  };
}

const reflector = new Reflector();

async function routesOf(file) {
  const classes = Object.values(await load(file)).filter((value) => Reflect.hasMetadata?.('path', value));
  return classes.flatMap((type) =>
    Object.getOwnPropertyNames(type.prototype)
      .map((name) => Object.getOwnPropertyDescriptor(type.prototype, name).value)
      .filter((handler) => typeof handler === 'function' && Reflect.hasMetadata('method', handler))
      .map((handler) => {
        const route = { getHandler: () => handler, getClass: () => type };
        const access = accessOf(reflector, route);
        const role = roleOf(reflector, route);
        if (!access) throw new Error(`a route of ${type.name} declares no access`);
        const path = [Reflect.getMetadata('path', type), Reflect.getMetadata('path', handler)].flat().join('/');
        const url = `/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
        return { access, role, url, text: `${RequestMethod[Reflect.getMetadata('method', handler)]} ${url}` };
      }),
  );
}

const byPath = (a, b) => (a.url === b.url ? compare(a.text, b.text) : compare(a.url, b.url));
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

import type { INestApplicationContext, Type } from '@nestjs/common';

/**
 * A new instance of a provider, as another process has it: what it keeps in memory is its own. It gets those of
 * `instances` that it asks for, and otherwise what the application has.
 */
export function anotherInstance<Provider extends object>(
  app: INestApplicationContext,
  provider: Type<Provider>,
  instances: readonly object[] = [],
): Provider {
  const parameters = Reflect.getMetadata('design:paramtypes', provider) as readonly Type<object>[];
  const wanted = parameters.map(
    (parameter) => instances.find((instance) => instance instanceof parameter) ?? app.get(parameter, { strict: false }),
  );
  return new provider(...wanted);
}

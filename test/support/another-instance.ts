import type { INestApplicationContext, Type } from '@nestjs/common';

/** A new instance of a provider, as another process has it: what it keeps in memory is its own. */
export function anotherInstance<Provider extends object>(
  app: INestApplicationContext,
  provider: Type<Provider>,
): Provider {
  const parameters = Reflect.getMetadata('design:paramtypes', provider) as readonly Type<object>[];
  return new provider(...parameters.map((parameter) => app.get(parameter, { strict: false })));
}

import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { DtoClass } from './dto-class.js';

export type InputPart = 'params' | 'query' | 'body';

/** In the order of the checks. */
export const INPUT_PARTS: readonly InputPart[] = ['params', 'query', 'body'];

const PART_OF: Readonly<Record<number, InputPart>> = {
  [RouteParamtypes.PARAM]: 'params',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.BODY]: 'body',
};
const UNCHECKABLE: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array];

/** Returns the DTO classes of a controller method. Throws when the method has an input without one. */
export function routeInputs(controller: Type, method: string): Partial<Record<InputPart, DtoClass>> {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ?? []) as unknown[];
  const inputs: Partial<Record<InputPart, DtoClass>> = {};
  for (const [key, { index, data }] of Object.entries(args)) {
    const part = PART_OF[Number(key.split(':')[0])];
    if (!part) continue;
    const type = types[index];
    if (data !== undefined || UNCHECKABLE.includes(type)) {
      throw new Error(
        `${controller.name}.${method} takes ${part} that nothing checks: declare one argument of a DTO class, imported as a value`,
      );
    }
    inputs[part] = type as DtoClass;
  }
  return inputs;
}

import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ErrorDefinition } from '#ground/kernel';
import { DetailList, unknownKey } from './detail-list.js';
import { InvalidBody, InvalidParams, InvalidQuery } from './request.errors.js';
import { INPUT_PARTS, routeInputs, type InputPart } from './route-inputs.js';
import type { DtoClass } from './dto-class.js';
import { validateDto } from './validate-dto.js';

const ERRORS: Readonly<Record<InputPart, ErrorDefinition>> = {
  params: InvalidParams,
  query: InvalidQuery,
  body: InvalidBody,
};

const BODY_ERROR_KEY = 'archivolt:body-error';

/** Makes a route refuse an invalid body with an error of its own instead of `server.invalid_request.body`. */
export const RefuseBodyWith = (error: ErrorDefinition) => SetMetadata(BODY_ERROR_KEY, error);

/**
 * Checks params, query and body and replaces them by the checked instances. This is a guard and not a pipe because the
 * membership guard must run after it: a malformed id is a 400 before it is a 403.
 */
@Injectable()
export class RequestValidationGuard implements CanActivate {
  readonly #inputs = new WeakMap<object, Partial<Record<InputPart, DtoClass>>>();

  canActivate(context: ExecutionContext): boolean {
    const inputs = this.#inputsOf(context);
    const request = context.switchToHttp().getRequest<Record<InputPart, unknown>>();
    for (const part of INPUT_PARTS) {
      const type = inputs[part];
      if (!type) {
        if (part === 'query') refuseKeys(request.query);
        continue;
      }
      const checked = validateDto(type, request[part]);
      if ('details' in checked) throw errorOf(part, context)({ details: checked.details });
      request[part] = checked.value;
    }
    return true;
  }

  #inputsOf(context: ExecutionContext): Partial<Record<InputPart, DtoClass>> {
    const handler = context.getHandler();
    let inputs = this.#inputs.get(handler);
    if (!inputs) {
      inputs = routeInputs(context.getClass(), handler.name);
      this.#inputs.set(handler, inputs);
    }
    return inputs;
  }
}

function errorOf(part: InputPart, context: ExecutionContext): ErrorDefinition {
  const own = Reflect.getMetadata(BODY_ERROR_KEY, context.getHandler()) as ErrorDefinition | undefined;
  return part === 'body' ? (own ?? ERRORS.body) : ERRORS[part];
}

/** A route without a query DTO accepts no query keys: a silently ignored key would look like one that works. */
function refuseKeys(query: unknown): void {
  const details = new DetailList();
  for (const key of Object.keys(query ?? {})) details.add([key], unknownKey(key));
  if (details.entries.length > 0) throw InvalidQuery({ details: details.entries });
}

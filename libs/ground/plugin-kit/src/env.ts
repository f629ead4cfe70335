import 'reflect-metadata';

/** A class whose properties carry `@Env` and class-validator decorators; its initializers are the defaults. */
export type ConfigClass<Config extends object = object> = new () => Config;

/** How a variable is parsed, in addition to the type of its property. */
export interface EnvOptions {
  /** Never printed; `<NAME>_FILE` may name a file that contains the value. */
  secret?: boolean;
  /** Comma-separated list of trimmed, non-empty strings. Implied by an array type. */
  list?: boolean;
  /** Other variable names to read when the first one is not set, in order. */
  aliases?: string[];
}

/** A variable declared with `@Env`. */
export interface EnvVariable extends EnvOptions {
  property: string;
  name: string;
  /** The parser of the text, derived from the declared type of the property. */
  type: 'boolean' | 'list' | 'number' | 'string';
  /** False when the property has no declared type, so that `type` is a guess. */
  isTyped: boolean;
}

const KEY = 'archivolt:kit:env';
/** What the compiler records as the declared type; for any other it records `Object` or nothing. */
const TYPES = new Set<unknown>([Array, Boolean, Number, String]);

/**
 * Binds a property of a config class to an environment variable. The declared type decides how the text is parsed:
 * `boolean` accepts true/1/yes/y/on/enabled and false/0/no/n/off/disabled, `number` a plain decimal number, `string[]`
 * a comma-separated list. A blank variable counts as unset.
 */
export function Env(name: string, options: EnvOptions = {}): PropertyDecorator {
  return (target, property) => {
    const designType: unknown = Reflect.getMetadata('design:type', target, property);
    const type =
      options.list === true || designType === Array
        ? 'list'
        : designType === Number
          ? 'number'
          : designType === Boolean
            ? 'boolean'
            : 'string';
    const isTyped = options.list === true || TYPES.has(designType);
    const known = (Reflect.getMetadata(KEY, target) as EnvVariable[] | undefined) ?? [];
    Reflect.defineMetadata(KEY, [...known, { ...options, property: String(property), name, type, isTyped }], target);
  };
}

/** Returns the variables of a config class in order of declaration. */
export function envVariables(config: ConfigClass): EnvVariable[] {
  return (Reflect.getMetadata(KEY, config.prototype as object) as EnvVariable[] | undefined) ?? [];
}

import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  CUSTOM_PROPERTY_TYPES,
  offersOptions,
  PROPERTY_ROLE_NAMES,
  type CustomPropertyType,
  type PropertyRole,
} from '#archive/properties';
import { IsId, MayBeAbsent, OneLine, OrganizationParams, Trim } from '#ground/http-kit';
import { propertyKey } from '#capabilities/query';

const MOST_OPTIONS = 500;
/** What PostgreSQL takes in an `int`. */
const LARGEST_INT = 2_147_483_647;

export class CustomPropertyParams extends OrganizationParams {
  @IsId('cpd') propertyDefinitionId!: string;
}

export class PropertyRoleParams extends OrganizationParams {
  @IsIn(PROPERTY_ROLE_NAMES) role!: PropertyRole;
}

export class PropertyOptionParams extends CustomPropertyParams {
  @IsId('cpso') optionId!: string;
}

export class NewOptionBody {
  /** 1 to 255 characters, one of them a letter or digit. Unique in the property, whatever the case and punctuation. */
  @OneLine() @IsString() @IsNotEmpty() @MaxLength(255) @HasLetterOrDigit() name!: string;
}

export class OptionBody extends NewOptionBody {
  /** The id of an existing option; a new one has none. */
  @MayBeAbsent() @IsId('cpso') id?: string;
}

export class CreateCustomPropertyBody {
  @IsIn(CUSTOM_PROPERTY_TYPES) type!: CustomPropertyType;
  /** 1 to 255 characters, one of them a letter or digit. Unique in the organization, whatever the case and punctuation. */
  @OneLine() @IsString() @IsNotEmpty() @MaxLength(255) @HasLetterOrDigit() name!: string;
  /** At most 1000 characters. */
  @Trim() @MayBeAbsent() @IsString() @MaxLength(1000) description?: string;
  /** Properties with smaller numbers come first; 0 if it is missing. */
  @MayBeAbsent() @IsInt() @Min(0) @Max(LARGEST_INT) displayOrder?: number;
  /** 1 to 500 options of a property of the type `select` or `multi_select`, in this order; 5000 in the organization. */
  @ValidateIf(({ type }: CreateCustomPropertyBody, value) => value !== undefined || offersOptions(type))
  @FitsType()
  @IsArray()
  @ArrayMaxSize(MOST_OPTIONS)
  @ValidateNested({ each: true })
  @Type(() => NewOptionBody)
  @OptionsDiffer()
  options?: NewOptionBody[];
}

export class PropertyOfRoleBody {
  /** The name that a new property gets, in the language of its users: 1 to 255 characters, one of them a letter or digit. */
  @OneLine() @MayBeAbsent() @IsString() @IsNotEmpty() @MaxLength(255) @HasLetterOrDigit() name?: string;
}

export class UpdateCustomPropertyBody {
  /** Ignored: the type of a property never changes. */
  @IsOptional() type?: CustomPropertyType;
  /** 1 to 255 characters, one of them a letter or digit. Unique in the organization, whatever the case and punctuation. */
  @OneLine() @MayBeAbsent() @IsString() @IsNotEmpty() @MaxLength(255) @HasLetterOrDigit() name?: string;
  /** At most 1000 characters; null removes it. */
  @Trim() @IsOptional() @IsString() @MaxLength(1000) description?: string | null;
  /** Properties with smaller numbers come first. */
  @MayBeAbsent() @IsInt() @Min(0) @Max(LARGEST_INT) displayOrder?: number;
  /** Whether the pages leave it out; nothing else changes. */
  @MayBeAbsent() @IsBoolean() hidden?: boolean;
  /** All 1 to 500 options after the change, in this order. Those left out are deleted, with the values that use them. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_OPTIONS)
  @ValidateNested({ each: true })
  @Type(() => OptionBody)
  @OptionsDiffer()
  options?: OptionBody[];
}

export class CustomPropertyOrderBody {
  /** At most 10000 custom properties, each once: they come first, in this order. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10_000)
  @ArrayUnique()
  @IsId('cpd', { each: true })
  propertyDefinitionIds!: string[];
}

function HasLetterOrDigit(): PropertyDecorator {
  return ValidateBy({
    name: 'hasLetterOrDigit',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || propertyKey(value) !== '',
      defaultMessage: (args) => `${args?.property ?? 'name'} must contain a letter or a digit`,
    },
  });
}

/** A property of another type may come with an empty list. */
function FitsType(): PropertyDecorator {
  const problemOf = (value: unknown, { type }: CreateCustomPropertyBody): string | undefined => {
    if (!CUSTOM_PROPERTY_TYPES.includes(type)) return undefined; // the rule of `type` says so
    const isGiven = !Array.isArray(value) ? value !== undefined : value.length > 0;
    if (offersOptions(type)) return isGiven ? undefined : `a property of the type "${type}" needs at least one option`;
    return isGiven ? `a property of the type "${type}" has no options` : undefined;
  };
  return ValidateBy({
    name: 'fitsType',
    validator: {
      validate: (value: unknown, args) => problemOf(value, args?.object as CreateCustomPropertyBody) === undefined,
      defaultMessage: (args) => problemOf(args?.value, args?.object as CreateCustomPropertyBody) ?? '',
    },
  });
}

function OptionsDiffer(): PropertyDecorator {
  return ValidateBy({
    name: 'optionsDiffer',
    validator: {
      validate: (value: unknown) => repeatedOption(value) === undefined,
      defaultMessage: (args) => repeatedOption(args?.value) ?? '',
    },
  });
}

/** Says which option is there twice, by its id or by its name. */
function repeatedOption(options: unknown): string | undefined {
  if (!Array.isArray(options)) return undefined;
  const ids = new Set<string>();
  const keys = new Set<string>();
  for (const option of options as unknown[]) {
    const { id, name } = (option ?? {}) as Record<string, unknown>;
    if (typeof id === 'string' && ids.size === ids.add(id).size) return `options must not have the id ${id} twice`;
    if (typeof name === 'string' && keys.size === keys.add(propertyKey(name)).size)
      return `options must not have the name ${name} twice; case, spaces and punctuation make no difference`;
  }
  return undefined;
}

import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, Length } from 'class-validator';
import { InvalidBody, IsId, IsTime, MayBeAbsent, OneLine, PERMISSIONS, type Permission } from '#ground/http-kit';

export class CreateApiKeyBody {
  @OneLine() @IsString() @Length(1, 255) name!: string;

  /** What the key may do; at least one. */
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @IsIn(PERMISSIONS, { each: true }) permissions!: Permission[];

  /** ISO 8601, in the future. Without it the key never expires. */
  @IsOptional() @IsTime() expiresAt?: Date | null;

  /** Whether the key reaches all organizations of its user, also later ones. Default: yes without `organizationIds`. */
  @MayBeAbsent() @IsBoolean() allOrganizations?: boolean;

  /** The organizations that the key reaches. */
  @MayBeAbsent() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @IsId('org', { each: true }) organizationIds?: string[];
}

/** The organizations a key is to be bound to; `undefined` when it is to reach all. */
export function boundOrganizations({ allOrganizations, organizationIds }: CreateApiKeyBody): string[] | undefined {
  if (allOrganizations === true && organizationIds)
    throw contradiction('must be left out when allOrganizations is true');
  if (allOrganizations === false && !organizationIds)
    throw contradiction('must be given when allOrganizations is false');
  return organizationIds;
}

function contradiction(message: string): Error {
  return InvalidBody({ details: [{ path: 'organizationIds', message: `organizationIds ${message}` }] });
}

export class ApiKeyParams {
  @IsId('ak') apiKeyId!: string;
}

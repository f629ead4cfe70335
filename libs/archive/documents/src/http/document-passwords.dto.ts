import { LONGEST_PASSWORD } from '@archivolt/plugin-kit';
import { IsBoolean, IsNotEmpty, IsString, MaxLength, MinLength } from 'class-validator';
import { IsId, OneLine, OrganizationParams } from '#ground/http-kit';

export class DocumentPasswordBody {
  /** 1 to 256 characters. */
  @IsString() @MinLength(1) @MaxLength(LONGEST_PASSWORD) password!: string;
  /** True: it is stored encrypted for later readings, if it opens the file. False: it is removed after this reading. */
  @IsBoolean() keep!: boolean;
}

export class OrganizationPasswordParams extends OrganizationParams {
  @IsId('dpw') passwordId!: string;
}

export class OrganizationPasswordBody {
  /** What people call it, 1 to 64 characters. It is shown; never write the password here. */
  @OneLine() @IsString() @IsNotEmpty() @MaxLength(64) name!: string;
  /** 1 to 256 characters. It is stored encrypted and never shown again. */
  @IsString() @MinLength(1) @MaxLength(LONGEST_PASSWORD) password!: string;
}

import { Transform } from 'class-transformer';
import { IsDate, IsIn, IsOptional, IsString, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { IsId, PageQueryDto } from '#libs/http-kit';

const isGiven = (_: unknown, value: unknown): boolean => value !== undefined;

export class OrganizationParams {
  @IsId('org') organizationId!: string;
}

export class DocumentParams extends OrganizationParams {
  @IsId('doc') documentId!: string;
}

export class DocumentTagParams extends DocumentParams {
  @IsId('tag') tagId!: string;
}

export class ListDocumentsQuery extends PageQueryDto {
  /** At most 1024 characters; empty means all active documents. */
  @IsString() @MaxLength(1024) searchQuery: string = '';
  @IsIn(['createdAt', 'updatedAt', 'name', 'documentDate']) sortField:
    'createdAt' | 'documentDate' | 'name' | 'updatedAt' = 'createdAt';
  @IsIn(['asc', 'desc']) sortOrder: 'asc' | 'desc' = 'desc';
}

export class AddTagBody {
  @IsId('tag') tagId!: string;
}

export class UpdateDocumentBody {
  /** 1 to 255 characters. */
  @ValidateIf(isGiven) @IsString() @MinLength(1) @MaxLength(255) name?: string;
  /** Replaces the text that search looks at. */
  @ValidateIf(isGiven) @IsString() content?: string;
  /** Any date that can be read, or null to take it away. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? new Date(value) : value))
  @IsOptional()
  @IsDate({ message: 'documentDate must be a date or null' })
  documentDate?: Date | null;
  /** At most 2048 characters; an empty text takes the notes away. */
  @ValidateIf(isGiven) @IsString() @MaxLength(2048) notes?: string;
}

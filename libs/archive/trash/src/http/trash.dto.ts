import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, MaxLength } from 'class-validator';
import { IsId, PageQuery, type Integer } from '#ground/http-kit';

export class TrashQuery extends PageQuery {
  /** Only documents that have this in their name, whatever the case; at most 255 characters. */
  @IsString() @MaxLength(255) name: string = '';
  @IsIn(['createdAt', 'deletedAt', 'name', 'size']) sortField: 'createdAt' | 'deletedAt' | 'name' | 'size' =
    'deletedAt';
  @IsIn(['asc', 'desc']) sortOrder: 'asc' | 'desc' = 'desc';
}

export class PurgeBody {
  /** 1 to 500 documents. */
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(500) @IsId('doc', { each: true }) documentIds!: string[];
}

export class PurgedDocumentsView {
  purgedDocumentIds!: string[];
  purgedCount!: Integer;
  /** How many of the documents are in the trash and stay, because they are on legal hold or locked by a retention rule; left out when there are none. */
  heldCount?: Integer;
}

import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';
import { MOST_MERGED } from '#archive/merging';
import { DocumentName, IsId, MayBeAbsent } from '#ground/http-kit';

export class MergeBody {
  /** The documents, 2 to 50, in the order of their pages. */
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(MOST_MERGED)
  @ArrayUnique()
  @IsId('doc', { each: true })
  documentIds!: string[];
  /** Of the new document: 1 to 255 characters on one line. The ending `.pdf` is added when it is missing. */
  @DocumentName() @IsString() @MinLength(1) @MaxLength(255) name!: string;
  /** Whether the documents go to the trash once there is the new one. Without it, they stay. */
  @MayBeAbsent() @IsBoolean() trashOriginals?: boolean;
}

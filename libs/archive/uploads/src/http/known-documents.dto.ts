import { ArrayMaxSize, ArrayMinSize, IsArray, Matches, MaxLength } from 'class-validator';
import { DescribeSchema } from '#ground/http-kit';

@DescribeSchema({ examples: [{ sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }] })
export class KnownDocumentsBody {
  /** SHA-256 of 1 to 100 files, hexadecimal. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @MaxLength(64, { each: true })
  @Matches(/^[0-9a-fA-F]{64}$/, { each: true, message: 'each value in sha256 must be 64 hexadecimal digits' })
  sha256!: string[];
}

export class KnownDocumentView {
  sha256!: string;
  documentId!: string;
  /** It is in the trash: uploading the file restores it. */
  isDeleted!: boolean;
}

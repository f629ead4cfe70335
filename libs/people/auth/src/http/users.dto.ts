import { IsString, Length } from 'class-validator';
import { Trim } from '#ground/http-kit';

export class RenameUserBody {
  /** 1 to 50 characters. */
  @Trim() @IsString() @Length(1, 50) name!: string;
}

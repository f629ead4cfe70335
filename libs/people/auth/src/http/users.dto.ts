import { IsString, Length } from 'class-validator';
import { OneLine } from '#ground/http-kit';

export class RenameUserBody {
  /** 1 to 50 characters. */
  @OneLine() @IsString() @Length(1, 50) name!: string;
}

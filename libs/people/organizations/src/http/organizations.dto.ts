import { IsString, Length } from 'class-validator';
import { Trim } from '#ground/http-kit';

export class OrganizationNameBody {
  /** 3 to 50 characters. */
  @Trim() @IsString() @Length(3, 50) name!: string;
}

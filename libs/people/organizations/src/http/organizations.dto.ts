import { IsString, Length } from 'class-validator';
import { OneLine } from '#ground/http-kit';

export class OrganizationNameBody {
  /** 3 to 50 characters. */
  @OneLine() @IsString() @Length(3, 50) name!: string;
}

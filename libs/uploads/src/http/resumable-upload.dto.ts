import { IsId, OrganizationParams } from '#libs/http-kit';

export class ResumableUploadParams extends OrganizationParams {
  @IsId('upl') uploadId!: string;
}

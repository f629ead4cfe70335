import { IsId, OrganizationParams } from '#ground/http-kit';

export class ResumableUploadParams extends OrganizationParams {
  @IsId('upl') uploadId!: string;
}

import { IsId } from '#libs/http-kit';

export class OrganizationParams {
  @IsId('org') organizationId!: string;
}

export class TaskParams extends OrganizationParams {
  @IsId('task') taskId!: string;
}

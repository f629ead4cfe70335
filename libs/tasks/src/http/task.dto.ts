import { IsId, OrganizationParams } from '#libs/http-kit';

export class TaskParams extends OrganizationParams {
  @IsId('task') taskId!: string;
}

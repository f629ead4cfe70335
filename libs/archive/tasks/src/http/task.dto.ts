import { IsId, OrganizationParams } from '#ground/http-kit';

export class TaskParams extends OrganizationParams {
  @IsId('task') taskId!: string;
}

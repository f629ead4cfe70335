import { IsId } from './field.decorators.js';

/** The organization in the path of a route. */
export class OrganizationParams {
  @IsId('org') organizationId!: string;
}

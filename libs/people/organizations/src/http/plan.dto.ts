import { IsIn } from 'class-validator';

export class PlanEntitlementTypeParams {
  @IsIn(['selfhst-premium']) type!: 'selfhst-premium';
}

import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { UserDirectory } from '#people/auth';
import { Access, Errors, IsTime, MayBeAbsent } from '#ground/http-kit';
import { PlanEntitlementNotEligible, PlanEntitlementNotFound } from '../plan-entitlements.errors.js';
import { PlanEntitlementParams, UserParams } from './admin.dto.js';

export class CreatePlanEntitlementBody {
  @IsIn(['selfhst-premium']) type!: 'selfhst-premium';
  @MayBeAbsent() @IsTime() expiresAt?: Date;
}

/** Existing clients can give users a plan. Nothing is sold here: every user has all there is. */
@Controller('api/admin/users/:userId/plan-entitlements')
export class PlanEntitlementsController {
  constructor(private readonly users: UserDirectory) {}

  /** Always refused: there is nothing that a plan could add. */
  @Errors('users.not_found', 'plan_entitlements.not_eligible')
  @Post()
  @HttpCode(204)
  @Access.admin()
  async create(@Param() { userId }: UserParams, @Body() _body: CreatePlanEntitlementBody): Promise<void> {
    await this.users.get(userId);
    throw PlanEntitlementNotEligible();
  }

  /** Always 404: there are none. */
  @Errors('plan_entitlements.not_found')
  @Delete(':planEntitlementId')
  @HttpCode(204)
  @Access.admin()
  delete(@Param() _params: PlanEntitlementParams): void {
    throw PlanEntitlementNotFound();
  }
}

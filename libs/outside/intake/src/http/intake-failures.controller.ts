import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, Context, Errors, OrganizationParams, PageQuery, type Integer } from '#ground/http-kit';
import { IntakeFailures } from '#outside/intake';
import type { OrganizationContext } from '#ground/kernel';
import { IntakeFailureParams, intakeFailureView, type IntakeFailureView } from './intake-failures.dto.js';

@Controller('api/organizations/:organizationId/intake/failures')
export class IntakeFailuresController {
  constructor(private readonly failures: IntakeFailures) {}

  /** Files and mails that came in and could not be taken, newest first. */
  @Get()
  @Access.permissions('intake-failures:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: PageQuery,
  ): Promise<{ failures: IntakeFailureView[]; failuresCount: Integer }> {
    const { failures, failuresCount } = await this.failures.list(ctx, page);
    return { failures: failures.map(intakeFailureView), failuresCount };
  }

  /** Tries again to take all that the server or its source still has, at most 1,000 at once: a background job. */
  @Post('retry')
  @HttpCode(202)
  @Access.permissions('intake-failures:update', 'documents:create')
  async retryAll(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ retriedCount: Integer }> {
    return { retriedCount: await this.failures.retryAll(ctx) };
  }

  /**
   * Tries again to take it: a background job. When it succeeds, the failure disappears from the list. A file that was
   * refused because of its sender is taken then: who retries it decides that.
   */
  @Errors('intake.failure_not_found', 'intake.failure_not_retryable')
  @Post(':failureId/retry')
  @HttpCode(202)
  @Access.permissions('intake-failures:update', 'documents:create')
  async retry(
    @Param() { failureId }: IntakeFailureParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ failure: IntakeFailureView }> {
    return { failure: intakeFailureView(await this.failures.retry(ctx, failureId)) };
  }

  /** Removes a failure from the list. What the server holds of it is removed; what a folder or mailbox has stays there. */
  @Errors('intake.failure_not_found')
  @Delete(':failureId')
  @HttpCode(204)
  @Access.permissions('intake-failures:delete')
  async remove(@Param() { failureId }: IntakeFailureParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.failures.remove(ctx, failureId);
  }
}

import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { OrganizationScope } from '#ground/kernel';

/** Numbers of `GET …/usage` that features above this one count. */
export interface UsageFigures {
  intakeEmailsCount: number;
}

/** A provider with `@ContributesToUsage()`. */
export interface UsageSource {
  /** The limits of the server. */
  readonly limits: Partial<UsageFigures>;
  used(scope: OrganizationScope): Promise<Partial<UsageFigures>>;
}

/** Marks a provider whose numbers become part of `GET …/usage`. */
export const ContributesToUsage = DiscoveryService.createDecorator();

/** Collects what features count of an organization. */
@Injectable()
export class UsageSources {
  constructor(private readonly discovery: DiscoveryService) {}

  get limits(): Partial<UsageFigures> {
    return Object.assign({}, ...this.#sources().map(({ limits }) => limits)) as Partial<UsageFigures>;
  }

  async used(scope: OrganizationScope): Promise<Partial<UsageFigures>> {
    const parts = await Promise.all(this.#sources().map((source) => source.used(scope)));
    return Object.assign({}, ...parts) as Partial<UsageFigures>;
  }

  #sources(): UsageSource[] {
    const found = this.discovery.getProviders({ metadataKey: ContributesToUsage.KEY });
    return found.map(({ instance }) => instance as UsageSource);
  }
}

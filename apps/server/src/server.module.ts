import { Injectable, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { ServerConfig } from '#config/server';
import { requestGuards, OrganizationsHttpModule } from '#people/organizations/http';
import { AuthHttpModule } from '#people/auth/http';
import { StorageDrivers, StorageModule } from '#capabilities/storage';
import { modulesOf } from '#ground/features';
import {
  BackedUpArchiveModule,
  CoreModule,
  FEATURES,
  type CoreOptions,
  type Installation,
} from '#operation/installation';

/** What tests choose. */
export type ServerOptions = Pick<CoreOptions, 'pollsForWork' | 'clock'>;

/** One process: the core, then the routes and the background work of every feature, as PROCESS_MODE asks for. */
@Module({})
export class ServerModule {
  static async forRoot(
    installation: Installation,
    options: ServerOptions = { pollsForWork: true },
  ): Promise<DynamicModule> {
    const { processMode } = installation.config(ServerConfig);
    const [web, worker] = [processMode !== 'worker', processMode !== 'web'];
    return {
      module: ServerModule,
      providers: [StorageAtStart],
      imports: [
        StorageModule,
        CoreModule.forRoot(installation, { role: worker ? 'worker' : 'web', ...options }),
        BackedUpArchiveModule.forRoot(installation),
        ...(web
          ? [
              {
                module: WebModule,
                imports: [AuthHttpModule, OrganizationsHttpModule, ...(await modulesOf(FEATURES, 'http'))],
              },
            ]
          : []),
        ...(worker ? await modulesOf(FEATURES, 'worker') : []),
      ],
    };
  }
}

/** Before background work begins and requests are accepted: a server with a wrong or read-only storage does not start. */
@Injectable()
class StorageAtStart implements OnModuleInit {
  constructor(private readonly drivers: StorageDrivers) {}

  onModuleInit(): Promise<void> {
    return this.drivers.checkWriter();
  }
}

/** The guards of every route. */
@Module({ providers: requestGuards })
class WebModule {}

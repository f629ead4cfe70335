import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, CurrentActor } from '#ground/http-kit';
import type { UserActor as Actor } from '#ground/kernel';
import { RenameUser } from '../rename-user.js';
import { UserRepository } from '../user.repository.js';
import { type CurrentUserResponse, type UserResponse, currentUserView, userView } from './user.view.dto.js';
import { RenameUserBody } from './users.dto.js';

@Controller('api/users/me')
export class UsersController {
  constructor(
    private readonly users: UserRepository,
    private readonly renameUser: RenameUser,
  ) {}

  /** The signed-in user, or the one whose key it is; a key needs no permission for it. */
  @Get()
  @Access.permissions()
  async current(@CurrentActor() { userId }: Actor): Promise<CurrentUserResponse> {
    return { user: currentUserView(await this.users.get(userId)) };
  }

  /** Changes the name of the signed-in user. */
  @Put()
  @Access.session()
  async rename(@CurrentActor() { userId }: Actor, @Body() { name }: RenameUserBody): Promise<UserResponse> {
    return { user: userView(await this.renameUser.execute({ userId, name })) };
  }
}

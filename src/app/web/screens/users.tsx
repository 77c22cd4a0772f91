import { Users as AllUsers } from '#features/accounts/web/users-screen.tsx'
import { ErasePerson } from '#features/erasure/web/erase-person.tsx'

export const Users = () => <AllUsers erasing={ErasePerson} />

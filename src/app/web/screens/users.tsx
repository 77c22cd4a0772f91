import { Users as AllUsers } from '#features/accounts/web/users-screen.tsx'
import { ErasePerson } from '#features/erasure/web/erase-person.tsx'

/** Everybody who can sign in, from their coming to their being erased. */
export const Users = () => <AllUsers erasing={ErasePerson} />

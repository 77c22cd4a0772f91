import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { Id, idList } from '#platform/contract/fields.ts'

/** More than one call asks for. */
export const mostAskedIcons = 50

const ClientIcons = z.object({
  /** As `data:` addresses; companies without an icon, and those that are not the viewer's to know, are left out. */
  icons: z.array(z.object({ clientId: Id, image: z.string() })),
})

export const clientIconApi = api({
  list: {
    method: 'GET',
    path: '/api/clients/icons',
    summary: "The icons of these client companies' websites",
    access: 'signed-in',
    query: z.object({
      ids: idList(
        `ids must be ids of clients with commas between, at most ${mostAskedIcons}`,
        mostAskedIcons,
      ),
    }),
    reply: ClientIcons,
  },
})

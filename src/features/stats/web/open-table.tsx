import { statusWords, unresolvedStatuses } from '#features/tickets/contract.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import type { ListLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { numberName, type OpenGroup } from './open-lines.ts'

export function OpenTable({ groups, linkTo }: { groups: readonly OpenGroup[]; linkTo: ListLink }) {
  return (
    <div className="flex flex-col gap-4">
      {groups.map(({ title, name, lines }) => (
        <Table key={title} label={name}>
          <TableHead>
            <Th>{title}</Th>
            {unresolvedStatuses.map((status) => (
              <Th key={status}>{statusWords[status]}</Th>
            ))}
          </TableHead>
          <TableBody>
            {lines.map((line) => (
              <TableRow key={line.label}>
                <Td>{line.label}</Td>
                {unresolvedStatuses.map((status, place) => {
                  const count = line.counts[place] ?? 0
                  return (
                    <Td key={status} className="tabular-nums">
                      {count === 0 ? (
                        0
                      ) : (
                        <a
                          aria-label={numberName(line, place, count)}
                          className="inline-grid min-h-6 min-w-6 content-center rounded-control text-link hover:underline"
                          {...linkTo({ ...line.filter, status })}
                        >
                          {writtenNumber(count)}
                        </a>
                      )}
                    </Td>
                  )
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ))}
    </div>
  )
}

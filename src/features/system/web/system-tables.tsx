import { i18n } from '#platform/contract/i18n.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { writtenNumber } from '#platform/web/written.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import type { Node, Queue, System } from '../contract.ts'
import { Ago } from './system-cards.tsx'
import { followerLabel } from './words.ts'

const number = 'text-end tabular-nums'

export const SystemTables = ({ system: { queues, followers, nodes } }: { system: System }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2 max-sm:[&_:is(th,td)]:px-2 max-sm:[&_:is(th,td)]:wrap-anywhere max-sm:[&_th]:whitespace-normal">
    <Part title={i18n.t('Queues')}>
      <Table label={i18n.t('Queues')}>
        <TableHead>
          <Th>{i18n.t('Messages')}</Th>
          <Th className={number}>{i18n.t('Waiting')}</Th>
          <Th>{i18n.t('Oldest')}</Th>
          <Th className={number}>{i18n.t('Failed')}</Th>
        </TableHead>
        <TableBody>
          {queues.map((queue) => (
            <QueueRow key={queue.kind} {...queue} />
          ))}
        </TableBody>
      </Table>
    </Part>
    <div className="flex flex-col gap-4">
      <Part title={i18n.t('Event processing')}>
        <Table label={i18n.t('Event processing')}>
          <TableHead>
            <Th>{i18n.t('Name')}</Th>
            <Th className={number}>{i18n.t('Pending events')}</Th>
            <Th>{i18n.t('Oldest')}</Th>
          </TableHead>
          <TableBody>
            {followers.map(({ name, events, waitingSince }) => (
              <TableRow key={name}>
                <Td>{followerLabel(name)}</Td>
                <Td className={number}>{writtenNumber(events)}</Td>
                <Td>{waitingSince ? <Ago at={waitingSince} /> : '–'}</Td>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Part>
      <Part title={i18n.t('Nodes')}>
        <Table label={i18n.t('Nodes')}>
          <TableHead>
            <Th>{i18n.t('Name')}</Th>
            <Th>{i18n.t('Version')}</Th>
            <Th>{i18n.t('Started')}</Th>
          </TableHead>
          <TableBody>
            {nodes.map((node) => (
              <NodeRow key={node.id} {...node} />
            ))}
          </TableBody>
        </Table>
      </Part>
    </div>
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2">
    <h2 className="text-section">{title}</h2>
    {children}
  </section>
)

const QueueRow = ({ label, waiting, oldestAt, givenUp }: Queue) => (
  <TableRow>
    <Td>{label}</Td>
    <Td className={number}>{writtenNumber(waiting)}</Td>
    <Td>{oldestAt ? <Ago at={oldestAt} /> : '–'}</Td>
    <Td className={number}>
      {givenUp > 0 ? (
        <Link
          to="/email-management"
          className="text-link hover:underline"
          aria-label={i18n.t('{count} failed, see Email Management', { count: writtenNumber(givenUp) })}
        >
          {writtenNumber(givenUp)}
        </Link>
      ) : (
        '0'
      )}
    </Td>
  </TableRow>
)

const NodeRow = ({ name, version, startedAt, isThis }: Node) => (
  <TableRow>
    <Td className="wrap-anywhere">
      {name} {isThis && <Badge hue="blue">{i18n.t('You are here')}</Badge>}
    </Td>
    <Td className="tabular-nums">{version}</Td>
    <Td>
      <Ago at={startedAt} />
    </Td>
  </TableRow>
)

import { i18n } from '#platform/contract/i18n.ts'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useViewer } from '#features/auth/web/session.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { systemTabsFor } from '../shell/nav-items.ts'

/** Shows the screens of System as tabs, each at its own address. A viewer of only one gets no tabs. */
export function SystemTabs() {
  const tabs = systemTabsFor(useViewer())
  const path = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const find = (value: string) => tabs.find(({ paths }) => paths.some((one) => one === value))
  if (!find(path) || tabs.length === 1) return <Outlet />
  return (
    <Tabs
      value={path}
      onValueChange={(next) => void navigate({ to: find(next)?.paths[0] ?? '/system', search: {} })}
      className="flex flex-col gap-4"
    >
      <TabList label={i18n.t('System')}>
        {tabs.map(({ paths: [tab], title }) => (
          <Tab key={tab} value={tab}>
            {title()}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={path}>
        <Outlet />
      </TabPanel>
    </Tabs>
  )
}

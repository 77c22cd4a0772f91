import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { MailSearch, Plus } from 'lucide-react'
import { useState } from 'react'
import { AddPreference } from './add-preference.tsx'
import { DeliveryProblems } from './delivery-problems.tsx'
import { PreferenceList, useCreateDefaults } from './preference-list.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { userList } from '#features/users/web/api.ts'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { RoleBadge } from '#features/users/web/role-badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useViewer } from '#features/auth/web/session.tsx'

export function EmailManagement() {
  return isAdministrator(useViewer()) ? <AllPreferences /> : <AccessDenied hint={adminsOnly()} />
}

const isId = (text: string | undefined) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text ?? '')

function AllPreferences() {
  const [params, change] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const defaults = useCreateDefaults()
  const userId = isId(params['user']) ? params['user'] : undefined
  const { data } = useQuery({ ...userList({ id: userId, limit: '1' }), enabled: userId !== undefined })
  const user = data?.find(({ id }) => id === userId)
  const choose = (id: string) => change({ user: id || undefined })
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Email Management')}
        hint={i18n.t('Configure email notification preferences for users')}
        actions={
          <>
            {userId !== undefined && (
              <Button
                busy={defaults.isPending}
                busyLabel={i18n.t('Creating...')}
                onClick={() => defaults.create(userId)}
              >
                {i18n.t('Create Defaults')}
              </Button>
            )}
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {i18n.t('Add Preference')}
            </Button>
          </>
        }
      />
      <DeliveryProblems />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Field label={i18n.t('User')} className="w-full sm:w-96">
          <PersonPicker isEverybody withRole value={userId ?? ''} onValueChange={choose} />
        </Field>
        {user && (
          <span className="flex h-(--control-height) items-center">
            <RoleBadge role={user.role} isPlain />
          </span>
        )}
      </div>
      {userId === undefined ? (
        <div className="card">
          <EmptyState
            icon={<MailSearch aria-hidden />}
            title={i18n.t('Select a User')}
            hint={i18n.t('Choose a person to see which emails they get.')}
          />
        </div>
      ) : (
        <PreferenceList key={userId} userId={userId} user={user} />
      )}
      {isAdding && <AddPreference chosenId={userId} onClose={() => setAdding(false)} onCreated={choose} />}
    </div>
  )
}

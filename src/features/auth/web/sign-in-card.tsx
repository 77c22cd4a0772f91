import { i18n } from '#platform/contract/i18n.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { Login, SignInOptions } from '../contract.ts'
import { loadSignInOptions, type Registering } from './api.ts'
import { ForgotForm } from './forgot-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { takeSetupCode } from './setup-code.ts'
import { SetupNote } from './setup-note.tsx'
import { SignInForm, trySignIn } from './sign-in-form.tsx'

const DemoPeople = lazyPart(() => import('./demo-people.tsx'), 'DemoPeople')

const blank: Registering = {
  email: '',
  password: '',
  firstName: '',
  lastName: '',
  role: 'client',
  companyName: '',
  mobileNumber: '',
}

/** Loads options that the forms can do without, so a failure stays silent. */
function useSignInOptions(): SignInOptions | undefined {
  const [options, setOptions] = useState<SignInOptions>()
  useEffect(() => {
    let isWanted = true
    loadSignInOptions().then(
      (loaded) => isWanted && setOptions(loaded),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [])
  return options
}

const heading = 'text-[20px]/7 font-semibold tracking-[-0.015em]'

interface SignInCardProps {
  title: string
  /** Words above either form of an unclaimed installation; absent: none. */
  setupWords?: string
  /** @param asFirst with the first account, which was just registered */
  onSignedIn(asFirst: boolean): void
}

export function SignInCard({ title, setupWords, onSignedIn }: SignInCardProps) {
  const card = useRef<HTMLDivElement>(null)
  const [mode, setMode] = useState<'sign-in' | 'register' | 'forgot'>('sign-in')
  const [setupToken] = useState(takeSetupCode)
  const [fields, setFields] = useState(blank)
  const [isEntering, setEntering] = useState(false)
  const options = useSignInOptions()
  const [isSettingUp, setSettingUp] = useState(false)
  const isRegistering = mode === 'register'
  const canSetUp = options?.isUnclaimed === true && (setupToken !== undefined || !options.needsSetupCode)
  const isFirstChosen = isSettingUp && fields.role === 'super_user'

  function change(to: typeof mode) {
    // Render at once: a later focus would interrupt typing.
    flushSync(() => setMode(to))
    card.current?.querySelector('input')?.focus()
  }

  function setUp() {
    setSettingUp(true)
    setFields({ ...fields, role: 'super_user' })
    change('register')
  }

  async function enterAs(login: Login, asFirst = false) {
    setFields({ ...fields, ...login })
    setEntering(true)
    const result = await trySignIn(login)
    if ('user' in result) onSignedIn(asFirst && result.user.role === 'super_user')
    else setEntering(false)
  }

  function goOn() {
    change('sign-in')
    if (isFirstChosen) void enterAs({ email: fields.email, password: fields.password }, true)
  }

  if (mode === 'forgot')
    return (
      <div ref={card} className="flex flex-col gap-5">
        <h2 className={heading}>{i18n.t('Forgot password?')}</h2>
        <ForgotForm email={fields.email} onEmailChange={(email) => setFields({ ...fields, email })} />
        <Button variant="link" className="self-center" onClick={() => change('sign-in')}>
          {i18n.t('Back to sign in')}
        </Button>
      </div>
    )
  return (
    <div ref={card} className="flex flex-col gap-5">
      <h2 className={heading}>{isRegistering ? i18n.t('Create your account') : title}</h2>
      {isRegistering && options?.registration === 'closed' && (
        <p className="-mt-2 rounded-control bg-amber-bg px-3 py-2 text-amber-fg">
          {i18n.t('Registration is closed. Ask an administrator for an account.')}
        </p>
      )}
      {canSetUp && setupWords !== undefined && (
        <SetupNote words={setupWords} isChosen={isRegistering && isFirstChosen} onChoose={setUp} />
      )}
      {!setupToken && options?.needsSetupCode && (
        <p className="-mt-2 rounded-control bg-amber-bg px-3 py-2 text-amber-fg">
          {i18n.t(
            'Nobody administers this server yet. To become its first Super User, open the link with the set-up code from its log.',
          )}
        </p>
      )}
      {isRegistering ? (
        <RegisterForm
          fields={{ ...fields, setupToken }}
          onChange={setFields}
          onRegistered={goOn}
          mode={options?.registration}
        />
      ) : (
        <SignInForm
          login={{ email: fields.email, password: fields.password }}
          onChange={(login) => setFields({ ...fields, ...login })}
          onSignedIn={() => onSignedIn(false)}
          isBusy={isEntering}
        />
      )}
      {!isRegistering && options?.canReset && (
        <Button variant="link" className="-mt-2 self-center" onClick={() => change('forgot')}>
          {i18n.t('Forgot password?')}
        </Button>
      )}
      <Button
        variant="link"
        className="self-center"
        onClick={() => change(isRegistering ? 'sign-in' : 'register')}
      >
        {isRegistering
          ? i18n.t('Already have an account? Sign In')
          : i18n.t("Don't have an account? Register")}
      </Button>
      {!isRegistering && options && options.demoAccounts.length > 0 && (
        <Suspense>
          <DemoPeople
            people={options.demoAccounts}
            isBusy={isEntering}
            onChoose={(email) => void enterAs({ email, password: options.demoPassword ?? '' })}
          />
        </Suspense>
      )}
    </div>
  )
}

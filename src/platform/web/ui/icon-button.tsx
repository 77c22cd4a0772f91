import { cn } from '../cn.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './overlay/tooltip.tsx'
import type { Side } from './overlay/use-floating.ts'

type IconButtonProps = Omit<ButtonProps, 'busyLabel' | 'aria-label'> & {
  /** The accessible name, also shown as the tooltip. */
  label: string
  /** Stands below the name in the tooltip. */
  hint?: string | undefined
  /** Keys in the tooltip, such as "C" or "Ctrl K". */
  shortcut?: string
  tooltipSide?: Side
}

export function IconButton({
  label,
  hint,
  shortcut,
  tooltipSide,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={hint ? `${label}. ${hint}` : label} shortcut={shortcut} side={tooltipSide} isName>
      <Button
        variant={variant}
        aria-label={label}
        aria-description={hint}
        className={cn('btn-icon', className)}
        {...rest}
      />
    </Tooltip>
  )
}

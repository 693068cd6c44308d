import { type ComponentProps, useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Button.module.css';

export type ButtonLook = 'filled' | 'outlined' | 'plain';
export type ButtonSize = 'small' | 'regular' | 'large';

interface ButtonStyle {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
  readonly isWide?: boolean;
}

/**
 * A button without Mantine, to keep public pages small. If it is disabled while it has the focus, it keeps the focus,
 * so that keyboard users don't lose their place.
 */
export function Button({
  look,
  size,
  isWide,
  type = 'button',
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonStyle & ComponentProps<'button'>) {
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the caller chooses; the default is the harmless one
      type={type}
      className={classNames(look, size, isWide)}
      disabled={disabled && !hasFocus}
      {...(disabled && { 'aria-disabled': true })}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // An inactive window's button still has the focus when the user returns.
        setHasFocus(document.activeElement === event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}

export function ButtonLink({ look, size, isWide, ...rest }: ButtonStyle & Omit<LinkProps, 'className'>) {
  return <Link {...rest} className={classNames(look, size, isWide)} />;
}

function classNames(look: ButtonLook = 'filled', size: ButtonSize = 'regular', isWide = false): string {
  return [styles.button, styles[look], size !== 'regular' && styles[size], isWide && styles.wide]
    .filter(Boolean)
    .join(' ');
}

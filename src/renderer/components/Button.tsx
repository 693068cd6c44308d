import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Button.module.css';

export type ButtonLook = 'filled' | 'outlined' | 'plain';
export type ButtonSize = 'small' | 'regular' | 'large';

interface ButtonStyle {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
  readonly isWide?: boolean;
}

/** Without Mantine, to keep public pages small. */
export function Button({
  look,
  size,
  isWide,
  type = 'button',
  ...rest
}: ButtonStyle & ComponentProps<'button'>) {
  // oxlint-disable-next-line react/button-has-type -- the caller chooses; the default is the harmless one
  return <button {...rest} type={type} className={classNames(look, size, isWide)} />;
}

export function ButtonLink({ look, size, isWide, ...rest }: ButtonStyle & Omit<LinkProps, 'className'>) {
  return <Link {...rest} className={classNames(look, size, isWide)} />;
}

function classNames(look: ButtonLook = 'filled', size: ButtonSize = 'regular', isWide = false): string {
  return [styles.button, styles[look], size !== 'regular' && styles[size], isWide && styles.wide]
    .filter(Boolean)
    .join(' ');
}

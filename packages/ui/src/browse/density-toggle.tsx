import type { ComponentProps } from 'react';
import { classes } from '../element/classes.ts';
import { densities, type Density } from './poster-columns.ts';
import './density-toggle.css';

export interface DensityToggleProps extends Omit<ComponentProps<'button'>, 'children'> {
  density: Density;
  onDensityChange: (density: Density) => void;
}

/** One button that goes round the densities of a grid: 5, 4, 3, 1 and 5 again. */
export function DensityToggle({ density, onDensityChange, className, ...rest }: DensityToggleProps) {
  const step = densities.indexOf(density);
  const next = densities[(step + 1) % densities.length] ?? densities[0];
  return (
    <button
      type="button"
      {...rest}
      className={classes('density', className)}
      aria-label={`Densidad de la cuadrícula: ${density} ${density === 1 ? 'columna' : 'columnas'}`}
      title="Cambiar la densidad de la cuadrícula"
      onClick={() => onDensityChange(next)}
    >
      <span className="density__bars" aria-hidden="true">
        {Array.from({ length: density }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span className="num">{density}</span>
      <span className="density__steps" aria-hidden="true">
        {densities.map((each) => (
          <i key={each} className={classes(each === density && 'is-on')} />
        ))}
      </span>
    </button>
  );
}

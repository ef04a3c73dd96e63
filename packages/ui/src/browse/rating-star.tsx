import './rating-star.css';

/** The star before a rating. Every card has one or two, so it is one element with a background image. */
export const RatingStar = () => <i className="star" aria-hidden="true" />;

import { VideoList } from './video-list.tsx';

/** «Todos los VODs»: of every kind, with a filter for it. */
export function AllVideos() {
  return <VideoList tab="manage_vod" />;
}

export function MovieList() {
  return <VideoList tab="manage_movies" tipo="pelicula" />;
}

/** Series have a filter for their subcategory. */
export function SeriesList() {
  return <VideoList tab="manage_series" tipo="serie" />;
}

export function AnimeList() {
  return <VideoList tab="manage_animes" tipo="anime" />;
}

export function DoramaList() {
  return <VideoList tab="manage_doramas" tipo="dorama" />;
}

export function NovelaList() {
  return <VideoList tab="manage_novelas" tipo="novela" />;
}

export function DocumentalList() {
  return <VideoList tab="manage_documentales" tipo="documental" />;
}
